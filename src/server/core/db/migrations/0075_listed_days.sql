-- How many rows of the largest lists were made on each day (UTC): their totals and their deepest pages cost what the first
-- does. Whoever writes adds a line and waits for nobody; housekeeping sums up the lines of a day.
create table listed_days (
  family text not null,
  day date not null,
  amount integer not null
);
create index listed_days_day on listed_days (family, day) include (amount);

create function listed_days_of_all() returns void language sql as $$
  delete from listed_days;
  insert into listed_days (family, day, amount)
    select 'orders', (created_at at time zone 'UTC')::date, count(*) from orders
      where parent_id is null and deleted_at is null group by 2
    union all select 'products', (created_at at time zone 'UTC')::date, count(*) from products
      where deleted_at is null group by 2;
$$;

-- Given the family, and the names of the lists of rows that there are.
create function count_listed() returns trigger language plpgsql as $$
declare
  family constant text := tg_argv[0];
  whole constant text := case family when 'orders' then 'and parent_id is null' else '' end;
  rows text;
begin
  rows := concat_ws(' union all ',
    case when tg_op <> 'DELETE' then 'select created_at, 1 as amount from added where deleted_at is null ' || whole end,
    case when tg_op <> 'INSERT' then 'select created_at, -1 as amount from gone where deleted_at is null ' || whole end);
  execute 'insert into listed_days (family, day, amount)
    select $1, (created_at at time zone ''UTC'')::date, sum(amount) from (' || rows || ') changed
    group by 2 having sum(amount) <> 0' using family;
  return null;
end $$;

create trigger orders_listed_insert after insert on orders
  referencing new table as added for each statement execute function count_listed('orders');
create trigger orders_listed_update after update on orders
  referencing old table as gone new table as added for each statement execute function count_listed('orders');
create trigger orders_listed_delete after delete on orders
  referencing old table as gone for each statement execute function count_listed('orders');
create trigger products_listed_insert after insert on products
  referencing new table as added for each statement execute function count_listed('products');
create trigger products_listed_update after update on products
  referencing old table as gone new table as added for each statement execute function count_listed('products');
create trigger products_listed_delete after delete on products
  referencing old table as gone for each statement execute function count_listed('products');

select listed_days_of_all();
