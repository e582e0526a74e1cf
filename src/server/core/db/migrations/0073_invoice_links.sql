-- A letter about an order has a link to its invoice: of nobody's account, good many times until it expires.
alter table paper_links alter column user_id drop not null;
alter table paper_links add column is_reusable boolean not null default false;
