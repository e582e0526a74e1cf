-- Who took the money of a part that is paid on handover, and whose people completed it. Null: not completed yet, or
-- completed by a release without these columns; then the shop kept what its till took, and the marketplace got the rest.
alter table orders add column cash_held_by text;
alter table orders add column completed_by text;
alter table orders add constraint orders_cash_held_by_check check (cash_held_by in ('platform', 'shop')) not valid;
alter table orders add constraint orders_completed_by_check check (completed_by in ('platform', 'shop')) not valid;

-- Bought from a shop by its own owner, staff or phones; on a whole order: from one of its shops.
alter table orders add column is_own_purchase boolean not null default false;

-- change-lines: a customer agrees to larger quantities. till-coupon: a customer uses a coupon at a till.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check check (purpose in ('login', 'reset-password',
  'verify-email', 'change-email', 'verify-contact', 'invitation', 'two-factor', 'complete-order', 'complete-refund',
  'download', 'change-lines', 'till-coupon')) not valid;
