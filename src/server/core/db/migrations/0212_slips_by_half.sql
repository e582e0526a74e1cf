-- One wrong sign leaves the first half of a word as it is, or the second: rows are compared with the slips of the other half
-- alone, since each pattern costs a comparison with each row. `search_slips` and `search_halves` stay for the former release.
-- The halves of the stem, with which the word begins, so that both have them.
create function search_kept(said text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  word constant text := replace(search_words(said), ' ', '');
  stem constant text := search_stem(said);
  half constant integer := greatest(length(stem) / 2, 1);
begin
  return case when starts_with(word, stem)
    then array['% ' || left(stem, half) || '%', '%' || substr(stem, half + 1) || '%'] else array['%', '%'] end;
end $$;

-- Patterns of words that begin as this one, or have its stem, but for one sign `before` their middle, `behind` it, or for two
-- exchanged `across` it. A word that is its own stem needs no patterns for it: whoever begins so has the stem, too.
create function search_slips_in(said text, part text) returns text[] language plpgsql immutable strict parallel safe as $$
declare
  word constant text := replace(search_words(said), ' ', '');
  stem constant text := search_stem(said);
  half constant integer := greatest(length(stem) / 2, 1);
begin
  return array(select distinct '% ' || slip || tail
    from unnest(array[word, stem], array['%', ' %']) form (text, tail), generate_series(1, length(form.text)) at,
      unnest(array[overlay(form.text placing '_' from at for 1), overlay(form.text placing '_' from at for 0),
        overlay(form.text placing '' from at for 1), overlay(form.text placing reverse(substr(form.text, at, 2)) from at for 2)])
        with ordinality kind (slip, place)
    where length(slip) > 3 and (tail = '%' or stem <> word)
      and part = case when place = 4 and at = half then 'across' when at <= half then 'before' else 'behind' end);
end $$;
