-- Which dates of maintenance shop owners were written of: each change of them is told once (reference rules R-249).
alter table settings add column told_maintenance text;

create or replace function ledger_line_facts() returns trigger language plpgsql as $$
begin
  select (at at time zone business_time_zone())::date, ledger_entries.kind into strict new.day, new.kind
    from ledger_entries where id = new.entry_id;
  return new;
end $$;

-- A line's day follows from the moment of its entry and the zone: it alone may be written anew.
create or replace function ledger_is_immutable() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'ledger_lines' and to_jsonb(new) - 'day' = to_jsonb(old) - 'day' then
    return new;
  end if;
  raise exception 'ledger is immutable';
end $$;

-- After another zone: days of all lines, and their sums. Who would enter something waits; who reads does not.
create function ledger_days_anew() returns void language plpgsql as $$
declare
  zone constant text := business_time_zone();
begin
  lock table ledger_lines in share row exclusive mode;
  update ledger_lines l set day = (e.at at time zone zone)::date
    from ledger_entries e where e.id = l.entry_id and l.day <> (e.at at time zone zone)::date;
  perform ledger_days_of_all();
end $$;
