-- Transfers of buyers: what a line of the bank was given to, who an acquirer is without an ИНН, and balances that a
-- statement does not say.

-- A person gave a line, or a part of it, to an order, to a shop's debt, or back to its sender.
create table bank_line_uses (
  id bigint generated always as identity primary key,
  line_id bigint not null references bank_lines (id),
  kind text not null check (kind in ('order', 'shop', 'return')),
  order_id bigint references orders (id) check ((order_id is not null) = (kind = 'order')),
  shop_id bigint references shops (id) check ((shop_id is not null) = (kind = 'shop')),
  amount numeric(18, 2) not null check (amount > 0),
  -- The payment that an order has got.
  intent_id bigint references payment_intents (id),
  -- Of a shop's debt.
  entry_id bigint references ledger_entries (id),
  -- Of what goes back: the line with which it left.
  sent_line_id bigint references bank_lines (id),
  -- Null for what was given before people were kept here.
  given_by bigint references users (id),
  given_at timestamptz not null
);
create index bank_line_uses_line on bank_line_uses (line_id);
create unique index bank_line_uses_order on bank_line_uses (line_id, order_id) where order_id is not null;
create index bank_line_uses_order_id on bank_line_uses (order_id) where order_id is not null;
create index bank_line_uses_shop_id on bank_line_uses (shop_id) where shop_id is not null;
create index bank_line_uses_intent_id on bank_line_uses (intent_id) where intent_id is not null;
create index bank_line_uses_entry_id on bank_line_uses (entry_id) where entry_id is not null;
create unique index bank_line_uses_sent_line on bank_line_uses (sent_line_id) where sent_line_id is not null;
create index bank_line_uses_waiting on bank_line_uses (amount) where kind = 'return' and sent_line_id is null;
create index bank_line_uses_given_by on bank_line_uses (given_by) where given_by is not null;

insert into bank_line_uses (line_id, kind, order_id, amount, intent_id, given_at)
  select l.id, 'order', l.order_id, l.amount, l.intent_id, i.created_at
  from bank_lines l join payment_intents i on i.id = l.intent_id where l.intent_id is not null and l.order_id is not null;

-- A sender whom a person has named once: by its name, and by its account at its bank.
create table bank_senders (
  id bigint generated always as identity primary key,
  provider text not null,
  name_key text not null,
  inn text,
  account text,
  bic text,
  confirmed_by bigint not null references users (id),
  confirmed_at timestamptz not null,
  unique (name_key)
);
create index bank_senders_confirmed_by on bank_senders (confirmed_by);

-- All orders that a buyer named.
alter table bank_lines add column order_ids bigint[] not null default '{}';

-- Some banks leave the balances out.
alter table bank_statements alter column opening drop not null;
alter table bank_statements alter column closing drop not null;

-- `reading`: its lines are being stored, and nobody sees it.
alter table reconciliation_files drop constraint reconciliation_files_state_check;
alter table reconciliation_files add constraint reconciliation_files_state_check
  check (state in ('reading', 'waiting', 'quarantined', 'posted')) not valid;
alter table reconciliation_files validate constraint reconciliation_files_state_check;

-- `shop_debt`, `returned`: a person gave it so; `return_sent`: it went back to its sender. Added to the matches that there are.
do $$
declare matches text;
begin
  select string_agg(quote_literal(known[1]), ', ') into matches
    from pg_constraint c, regexp_matches(pg_get_constraintdef(c.oid), '''([a-z_]+)''', 'g') as known
    where c.conname = 'bank_lines_match_check' and c.conrelid = 'bank_lines'::regclass;
  alter table bank_lines drop constraint bank_lines_match_check;
  execute 'alter table bank_lines add constraint bank_lines_match_check check (match in (' || matches ||
    ', ''shop_debt'', ''returned'', ''return_sent'')) not valid';
end $$;
alter table bank_lines validate constraint bank_lines_match_check;
