-- The lines of an entry are summed once at the commit, not once for each of them. A line that is added after the sum is not
-- among those that it included, and is summed again.
create or replace function ledger_is_balanced() returns trigger language plpgsql as $$
declare
  included text := current_setting('gostiny.balanced_lines', true);
  total numeric;
begin
  if position(',' || new.id || ',' in included) > 0 then
    return null;
  end if;
  select sum(amount), ',' || string_agg(id::text, ',') || ',' into total, included
    from ledger_lines where entry_id = new.entry_id;
  if total <> 0 then
    raise exception 'ledger entry % is not balanced', new.entry_id;
  end if;
  included := set_config('gostiny.balanced_lines', included, true);
  return null;
end $$;
