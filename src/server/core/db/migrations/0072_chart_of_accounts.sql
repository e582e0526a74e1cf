-- The chart of accounts (`docs/ledger.md`). Only accounts of one owner keep a balance and are locked; those of the
-- marketplace are sums of turnovers, which entries append and a job adds up.
alter table ledger_accounts drop constraint ledger_accounts_key;
alter table ledger_accounts add constraint ledger_accounts_key unique using index ledger_accounts_owner_key;
alter table ledger_accounts drop constraint ledger_accounts_kind_check;
alter table ledger_accounts drop constraint ledger_accounts_balance_check;

-- Null: a line of an account without a stored balance.
alter table ledger_lines alter column balance drop not null;

-- False: appended by an entry and not added up yet. Several rows of a day and kind may stand side by side.
alter table ledger_days add column is_summed boolean not null default true;
alter table ledger_days alter column is_summed set default false;
alter table ledger_days drop constraint ledger_days_pkey;

create or replace function ledger_days_add() returns trigger language plpgsql as $$
begin
  insert into ledger_days (account_id, day, kind, income, outgo, lines)
    select account_id, day, kind, coalesce(sum(amount) filter (where amount > 0), 0),
      coalesce(-sum(amount) filter (where amount < 0), 0), count(*)
    from added group by account_id, day, kind order by account_id, day, kind;
  return null;
end $$;

-- Adds up what entries have appended; days added up before stay as they are.
create function sum_ledger_days() returns void language sql as $$
  with added as (delete from ledger_days where not is_summed returning account_id, day, kind, income, outgo, lines),
  keys as (select distinct account_id, day, kind from added),
  summed as (delete from ledger_days d using keys k where d.is_summed and d.account_id = k.account_id
    and d.day = k.day and d.kind = k.kind
    returning d.account_id, d.day, d.kind, d.income, d.outgo, d.lines)
  insert into ledger_days (account_id, day, kind, income, outgo, lines, is_summed)
  select account_id, day, kind, sum(income), sum(outgo), sum(lines), true
  from (select * from added union all select * from summed) every_line group by 1, 2, 3;
$$;

-- Recomputes days after a change of time zone; blocks writers and the job, not readers.
create or replace function rebuild_ledger_days() returns void language plpgsql as $$
begin
  lock table ledger_lines, ledger_days in share row exclusive mode;
  update ledger_lines l set day = (e.at at time zone zone)::date
    from ledger_entries e, business_time_zone() zone where e.id = l.entry_id and l.day <> (e.at at time zone zone)::date;
  delete from ledger_days;
  insert into ledger_days (account_id, day, kind, income, outgo, lines, is_summed)
    select account_id, day, kind, coalesce(sum(amount) filter (where amount > 0), 0),
      coalesce(-sum(amount) filter (where amount < 0), 0), count(*), true
    from ledger_lines group by account_id, day, kind;
end $$;

-- VAT within the commission, in per cent, as at the completion of a part: its refunds take back the same.
alter table orders add column commission_vat_rate numeric(5, 2);

-- The money of this refund paid nothing: it was late, double, or too much.
alter table refunds add column from_suspense boolean not null default false;
