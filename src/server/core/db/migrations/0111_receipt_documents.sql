-- A document of a register holds a hundred lines, so an entry may have several: together they are its money.
alter table receipts add column place integer not null default 1 check (place > 0);
alter table receipts drop constraint receipts_entry_id_key, drop constraint receipts_paid_entry_id_key;
create unique index receipts_entry_place on receipts (entry_id, place) where entry_id is not null;
create unique index receipts_paid_entry_place on receipts (paid_entry_id, place) where paid_entry_id is not null;
