-- Sold over the counter of a shop: handed over at once, its cash stays in the shop's drawer.
alter table orders add column at_till boolean not null default false;

-- cash-kept: what a shop's drawer took counts as paid out to the shop.
alter table ledger_entries drop constraint ledger_entries_kind_check;
alter table ledger_entries add constraint ledger_entries_kind_check check (kind in ('order', 'refund', 'withdrawal',
  'withdrawal-return', 'withdrawal-paid', 'adjustment', 'sign-up', 'points', 'cash-kept'));
