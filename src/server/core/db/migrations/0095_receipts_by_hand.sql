-- Documents that take back what a register has registered under one of our ids, and was never a receipt of ours: the
-- register has both, the books have neither (rules/receipts: a correction says the same sum anew).
alter table receipts add column is_counted boolean not null default true;

-- The buyer's bank has taken money back: an entry that is documented as excluded by name from now on, and for the claims
-- that were granted before.
insert into receipts (kind, entry_id, order_id, is_return, at, amount, cashless, lines, state, exclusion, created_at, updated_at)
select 'return', e.id, coalesce(o.parent_id, o.id), true, e.at, -sum(l.amount), -sum(l.amount),
  jsonb_build_array(jsonb_build_object('orderLineId', null, 'name', 'Деньги вернул банк', 'price', (-sum(l.amount) * 100)::bigint,
    'quantity', 1, 'sum', (-sum(l.amount) * 100)::bigint, 'subject', 'payment', 'mode', 'full_payment', 'vat', 'none',
    'supplier', null, 'markCode', null)),
  'excluded', 'chargeback', e.at, e.at
from ledger_entries e
  join ledger_lines l on l.entry_id = e.id and l.amount < 0
  join ledger_accounts a on a.id = l.account_id and a.kind = 'dispute'
  join orders o on o.id = e.row_id
where e.kind = 'dispute' and e.family = 'orders'
  and e.at >= (select (nullif(options ->> 'receiptsFrom', '')::date)::timestamptz from settings limit 1)
  and exists (select from ledger_lines t join ledger_accounts p on p.id = t.account_id
    where t.entry_id = e.id and p.kind = 'provider_clearing')
group by e.id, o.id;
