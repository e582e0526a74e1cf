-- The day in which a list goes on after `before` rows, and how many rows the days before it have. Days are passed over one by
-- one, because a page is seldom far from its beginning.
create function list_start(list text, before integer, is_down boolean, out day date, out passed integer)
language plpgsql stable as $$
declare
  line record;
  reached integer := 0;
begin
  for line in execute format('select day, amount from daily_row_counts where family = $1 order by day %s',
    case when is_down then 'desc' else 'asc' end) using list
  loop
    if line.day is distinct from day then
      exit when reached > before;
      day := line.day;
      passed := reached;
    end if;
    reached := reached + line.amount;
  end loop;
end $$;
