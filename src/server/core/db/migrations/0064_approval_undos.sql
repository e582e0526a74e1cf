-- Approvals that may still be undone: what the row was before, and, in the outbox, the messages that wait until then.
create table approval_undos (
  id bigint generated always as identity primary key,
  family text not null,
  row_id bigint not null,
  until timestamptz not null,
  -- The version that the approval left: a row that has changed since stays as it is.
  version integer not null,
  before jsonb not null
);
create index approval_undos_row on approval_undos (family, row_id);
create index approval_undos_until on approval_undos (until);
alter table outbox add column approval_undo_id bigint;
alter table outbox add constraint outbox_approval_undo_id_fkey foreign key (approval_undo_id)
  references approval_undos (id) on delete set null not valid;
alter table outbox validate constraint outbox_approval_undo_id_fkey;
