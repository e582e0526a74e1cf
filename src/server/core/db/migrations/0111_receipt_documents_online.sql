-- online
drop index concurrently if exists receipts_entry_place;
create unique index concurrently receipts_entry_place on receipts (entry_id, place) where entry_id is not null;
drop index concurrently if exists receipts_paid_entry_place;
create unique index concurrently receipts_paid_entry_place on receipts (paid_entry_id, place)
  where paid_entry_id is not null;
