-- By which a buyer opens the receipt. It opens nothing that the row does not say, so it is stored as it is and stays the same.
alter table receipts add column secret text not null
  default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
create unique index receipts_secret on receipts (secret);
