-- online
-- Payouts that are on their way, those of a line of the bank, and those of a sum.
drop index concurrently if exists withdraws_on_the_way;
create index concurrently withdraws_on_the_way on withdraws (shop_id) where payout_state = 'confirmed';
drop index concurrently if exists withdraws_bank_line_id;
create index concurrently withdraws_bank_line_id on withdraws (bank_line_id) where bank_line_id is not null;
drop index concurrently if exists withdraws_return_line_id;
create index concurrently withdraws_return_line_id on withdraws (return_line_id) where return_line_id is not null;
drop index concurrently if exists withdraws_paid_amount;
create index concurrently withdraws_paid_amount on withdraws (amount) where payout_state is not null;
