-- A document of a register holds a hundred lines, so an entry may have several: together they are its money.
alter table receipts add column place integer not null default 1;
alter table receipts add constraint receipts_place_check check (place > 0) not valid;
alter table receipts validate constraint receipts_place_check;
