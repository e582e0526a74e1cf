-- Values and names that differ by signs that look alike, or by the way sizes, decimals, inches and units are written, are one.
-- `value_key` stays for the former release. Expressions are linear: each reads a text once.
create function spelling_key(name text) returns text language sql immutable parallel safe as $$
  select regexp_replace(regexp_replace(regexp_replace(regexp_replace(replace(translate(
    btrim(regexp_replace(lower(regexp_replace(normalize(
      replace(replace(replace(name, '½', ' 1/2'), '¼', ' 1/4'), '¾', ' 3/4'), NFC), '[\u200b\u2060\ufeff\u00ad]', '', 'g')
      collate "und-x-icu"), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g')),
    'ёавекмнорстухіјѕ×²³‐‑‒–—−„“”«»″‟’‘′`´', 'eabekmhopctyxijsx23------"""""""'''''''''''),
    '''''', '"'),
    '([0-9]),(?=[0-9])', '\1.', 'g'),
    '([0-9]) (?=[a-zа-я%°"])', '\1', 'g'),
    '([0-9][a-zа-я"]{0,3}) ?[x*] ?(?=[0-9])', '\1x', 'g'),
    '([0-9]) ?- ?(?=[0-9])', '\1-', 'g')
$$;
