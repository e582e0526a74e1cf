-- Makes the months (UTC) of a journal until those after the moment's own. Its last partition has no end, so that every row has
-- a place, and no rows while the months are made ahead. One that has some ends with the month of its newest row.
create function make_months(journal regclass, moment timestamptz, ahead integer) returns void language plpgsql as $$
declare
  last regclass;
  begins timestamptz;
  newest timestamptz;
  this_month constant timestamp := date_trunc('month', moment at time zone 'UTC');
  month timestamp;
begin
  select c.oid, substring(bounds from $re$FROM [(]'([^']+)$re$) into last, begins
    from pg_inherits i join pg_class c on c.oid = i.inhrelid, pg_get_expr(c.relpartbound, c.oid) bounds
    where i.inhparent = journal and bounds like '%TO (MAXVALUE)';
  if begins at time zone 'UTC' > this_month + ahead * interval '1 month' then
    return;
  end if;
  execute format('select max(at) from %s', last) into newest;
  if newest is null then
    month := coalesce(begins at time zone 'UTC', this_month);
    execute format('drop table %s', last);
    if begins is null then
      execute format('create table %1$s_earlier partition of %1$s for values from (minvalue) to (%2$L)', journal,
        month at time zone 'UTC');
    end if;
  else
    month := greatest(date_trunc('month', newest at time zone 'UTC') + interval '1 month', this_month);
    execute format('alter table %s detach partition %s', journal, last);
    execute format('alter table %s attach partition %s for values from (%s) to (%L)', journal, last,
      coalesce(quote_literal(begins), 'minvalue'), month at time zone 'UTC');
  end if;
  while month <= this_month + ahead * interval '1 month' loop
    execute format('create table %1$s_%2$s partition of %1$s for values from (%3$L) to (%4$L)', journal, to_char(month, 'YYYY_MM'),
      month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
    month := month + interval '1 month';
  end loop;
  execute format('create table %1$s_%2$s partition of %1$s for values from (%3$L) to (maxvalue)', journal, to_char(month, 'YYYY_MM'),
    month at time zone 'UTC');
end $$;

-- A new installation begins with its months. In one that is in use a job makes them, which waits for its locks.
select make_months(journal, now(), 2) from unnest(array['audit_log', 'stock_movements']::regclass[]) journal
  where not exists (select from users);
