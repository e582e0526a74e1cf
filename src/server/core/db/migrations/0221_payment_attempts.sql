-- contract: nothing was in production before 1.0.0, so no former release has to serve beside this schema
-- One word for an attempt to pay an order: the table, what points to it, and the names that follow from them.
alter table payment_intents rename to payment_attempts;

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
      replace(replace(conname, 'payment_intents', 'payment_attempts'), 'intent_id', 'attempt_id') as new_name
    from pg_constraint where connamespace = 'public'::regnamespace and conname like '%intent%'
  loop
    execute format('alter table %s rename constraint %I to %I', named.table_name, named.conname, named.new_name);
  end loop;
  for named in
    select relname, replace(replace(relname, 'payment_intents', 'payment_attempts'), 'intent', 'attempt') as new_name
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('i', 'S') and relname like '%intent%'
  loop
    execute format('alter %s %I rename to %I',
      case when named.relname like '%\_seq' then 'sequence' else 'index' end, named.relname, named.new_name);
  end loop;
end $$;
