-- Refunds of a payment that one side only has, by their ids: {"here": [id], "there": [id]}; null where neither side has ids.
alter table reconciliation_differences add column refund_ids jsonb;
