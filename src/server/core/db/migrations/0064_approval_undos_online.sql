-- online
drop index concurrently if exists outbox_approval_undo_id;
create index concurrently outbox_approval_undo_id on outbox (approval_undo_id) where approval_undo_id is not null;
