-- What a whole order was placed on: coupon, rate, minimums. An edit computes with it (rules/orders). Orders from before have
-- none: their terms are derived when they are edited, so that no stored sum changes by itself.
alter table orders add column terms jsonb;
alter table orders add constraint orders_terms_check check (terms is null or parent_id is null) not valid;
alter table orders validate constraint orders_terms_check;
-- Whether the goods were taxable at placement; null for lines from before.
alter table order_lines add column is_taxable boolean;
