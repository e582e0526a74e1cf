-- When people were told of a difference of a payout, last.
alter table reconciliation_differences add column told_at timestamptz;
