-- Letters, figures and blanks of a text as search compares them: one form for case, ё, accents, width, Latin letters that
-- look like Cyrillic ones, apostrophes and punctuation. Line breaks stay: they divide the texts of one document.
create function search_words(written text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(translate(regexp_replace(
      replace(lower(normalize(replace(written, '№', ' '), nfkd) collate "und-x-icu"), U&'и\0306', 'й'),
      U&'[''`’‘ʼ°\0300-\036f\064b-\065f\00ad\200b-\200d\2060\fe0f\feff]', '', 'g'),
    U&'abcehkmoptxy\00d7\00f8\0456', U&'авсенкмортхухо\0069'),
    U&'[\0001-\0009\000b-/:-@[-`{-\00bf\2000-\206f\2190-\22ff\3000-\303f]+', ' ', 'g')
$$;

-- Words, then their stems, the figures and letters of words that have both, and each line of several words without blanks:
-- «128 ГБ» is sought as «128гб», and «128гб» as «гб 128».
create function search_forms(words text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text := translate(words, E'\n', ' ');
begin
  return concat(' ', plain, ' ',
    (select string_agg((ts_lexize('russian_stem', word))[1], ' ') from unnest(string_to_array(plain, ' ')) word
      where length(word) > 2 and word ~ '^[а-я]+$'), ' ',
    (select string_agg(regexp_replace(regexp_replace(word, '([0-9])([^0-9])', '\1 \2', 'g'), '([^0-9 ])([0-9])', '\1 \2', 'g'), ' ')
      from unnest(string_to_array(plain, ' ')) word where word ~ '[0-9]' and word ~ '[^0-9]'), ' ',
    (select string_agg(replace(line, ' ', ''), ' ') from unnest(string_to_array(words, E'\n')) line
      where btrim(line) like '% %'), ' ');
end $$;

-- The text that searches look into. Bound to its functions, so that a restored dump can build indexes of it.
create function search_document(written text) returns text language sql immutable strict parallel safe
  return search_forms(search_words(written));

-- Pattern of a word or number in a document. One or two letters match only the beginning of words, as the index does.
create function search_pattern(said text) returns text language plpgsql immutable strict parallel safe as $$
declare
  word text := replace(search_words(said), ' ', '');
begin
  return case when length(word) < 3 then '% ' else '%' end || word || '%';
end $$;

create function search_stem(said text) returns text language plpgsql immutable strict parallel safe as $$
declare
  word text := replace(search_words(said), ' ', '');
begin
  return coalesce((ts_lexize('russian_stem', word))[1], word);
end $$;

-- A word with one sign wrong: another, missing, additional, or two exchanged. `_` is any sign.
create function search_misspelt(word text) returns setof text language sql immutable strict parallel safe as $$
  select slip from generate_series(1, length(word)) at, unnest(array[
    overlay(word placing '_' from at for 1), overlay(word placing '_' from at for 0), overlay(word placing '' from at for 1),
    overlay(word placing reverse(substr(word, at, 2)) from at for 2)]) slip where length(slip) > 3
$$;

-- Patterns of words that begin as this one, or have its stem, but for one sign.
create function search_slips(said text) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  return array(select '% ' || search_misspelt(replace(search_words(said), ' ', '')) || '%')
    || array(select '% ' || search_misspelt(search_stem(said)) || ' %');
end $$;

-- What one wrong sign leaves as it is, for the index: the first half, or the second, unless their neighbours are exchanged.
create function search_halves(said text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  word text := search_stem(said);
  -- Three letters of the second half, which the index needs.
  half integer := greatest(least(length(word) / 2, length(word) - 3), 1);
begin
  return array['% ' || left(word, half) || '%',
    case when length(word) - half < 3 then null else '%' || substr(word, half + 1) || '%' end,
    '% ' || overlay(word placing reverse(substr(word, half, 2)) from half for 2) || '%'];
end $$;

create or replace function index_products(ids bigint[]) returns void language sql set enable_nestloop = on as $$
  insert into product_search (product_id, text, shop_id, status, deleted_at, "values")
  select p.id, search_document(concat_ws(E'\n', p.name, t.names, p.sku, p.barcode, v.numbers)), p.shop_id, p.status,
    p.deleted_at,
    array(select distinct a.value from attribute_value_product l join attribute_values a on a.id = l.attribute_value_id
      where l.product_id = p.id and a.deleted_at is null order by a.value)
  from products p
    cross join lateral (select string_agg(each.value ->> 'name', E'\n') as names from jsonb_each(p.translations) as each) t
    cross join lateral (select string_agg(concat_ws(E'\n', o.sku, o.barcode), E'\n' order by o.position, o.id) as numbers
      from variation_options o where o.product_id = p.id and o.deleted_at is null) v
  where p.id = any(ids)
  on conflict (product_id) do update set text = excluded.text, shop_id = excluded.shop_id, status = excluded.status,
    deleted_at = excluded.deleted_at, "values" = excluded."values"
    where (product_search.text, product_search.shop_id, product_search.status, product_search.deleted_at, product_search."values")
      is distinct from (excluded.text, excluded.shop_id, excluded.status, excluded.deleted_at, excluded."values")
$$;
