-- contract: nothing was in production before 1.0.0, so no former release has to serve beside this schema
-- One word for an attempt to pay an order, and one for a chargeback: the tables, what points to them, and the names that follow.
alter table payment_intents rename to payment_attempts;
-- Likewise for money that a buyer's bank takes back.
alter table disputes rename to chargebacks;
alter table payment_tasks rename column dispute_id to chargeback_id;

do $$
declare
  named record;
begin
  for named in
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and column_name = 'intent_id'
  loop
    execute format('alter table %I rename column intent_id to attempt_id', named.table_name);
  end loop;
  for named in
    select conrelid::regclass::text as table_name, conname,
      replace(replace(conname, 'intent', 'attempt'), 'dispute', 'chargeback') as new_name
    from pg_constraint where connamespace = 'public'::regnamespace and conname ~ 'intent|dispute'
  loop
    execute format('alter table %s rename constraint %I to %I', named.table_name, named.conname, named.new_name);
  end loop;
  for named in
    select relname, replace(replace(relname, 'intent', 'attempt'), 'dispute', 'chargeback') as new_name
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('i', 'S') and relname ~ 'intent|dispute'
  loop
    execute format('alter %s %I rename to %I',
      case when named.relname like '%\_seq' then 'sequence' else 'index' end, named.relname, named.new_name);
  end loop;
  -- Events about chargebacks that nobody has read yet.
  update events set type = 'chargeback-granted' where type = 'claim-granted';
  update event_deliveries set type = 'chargeback-granted' where type = 'claim-granted';
  update event_positions set type = 'chargeback-granted' where type = 'claim-granted';
end $$;
