-- Values and names of characteristics that differ by case, ё or white space are one.
create function value_key(name text) returns text language sql immutable parallel safe as $$
  select btrim(regexp_replace(replace(lower(regexp_replace(normalize(name, NFC), '[\u200b\u2060\ufeff\u00ad]', '', 'g')
    collate "und-x-icu"), 'ё', 'е'), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'))
$$;
