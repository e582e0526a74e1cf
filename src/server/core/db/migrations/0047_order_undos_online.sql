-- online
drop index concurrently if exists outbox_undo_id;
create index concurrently outbox_undo_id on outbox (undo_id) where undo_id is not null;
