-- 0095 began the first day of receipts at midnight of the database's session: the hours between that and midnight of
-- the business zone have their chargebacks documented here (rules/receipts).
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
  and e.at >= (select (nullif(options ->> 'receiptsFrom', '')::date)::timestamp at time zone business_time_zone() from settings limit 1)
  and exists (select from ledger_lines t join ledger_accounts p on p.id = t.account_id
    where t.entry_id = e.id and p.kind = 'provider_clearing')
  and not exists (select from receipts r where r.entry_id = e.id)
group by e.id, o.id;
