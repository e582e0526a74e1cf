-- Sorts numbers in a text by their value, «Свеча 2» before «Свеча 10»: the embedded database has no such collation. Cut, so
-- that it fits into an index.
create function natural_order(written text) returns text language sql immutable strict parallel safe as $$
  select left(regexp_replace(regexp_replace(written, '([0-9]+)', '00000000000\1', 'g'), '[0-9]*([0-9]{12})', '\1', 'g'), 400)
$$;
