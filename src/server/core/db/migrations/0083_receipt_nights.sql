-- What the comparison of receipts with the ledger found, once a night (rules/receipts: every night receipts are compared).
create table receipt_nights (
  day date primary key,
  problems integer not null,
  -- Receipts that were not issued at that moment, their money, and those that are older than a day.
  receipts integer not null,
  amount numeric(18, 2) not null,
  late integer not null,
  told_at timestamptz
);
