-- Handovers that may still be undone: what the parts were before, and, in the outbox, the messages that wait until then.
create table order_undos (
  id bigint generated always as identity primary key,
  -- The whole order or part that was moved.
  order_id bigint not null references orders (id) on delete cascade,
  until timestamptz not null,
  -- Of each part: id, version after the move, and status, deadline and parcel before it.
  parts jsonb not null
);
create index order_undos_order_id on order_undos (order_id);
create index order_undos_until on order_undos (until);
alter table outbox add column undo_id bigint;
alter table outbox add constraint outbox_undo_id_fkey foreign key (undo_id)
  references order_undos (id) on delete set null not valid;
alter table outbox validate constraint outbox_undo_id_fkey;
