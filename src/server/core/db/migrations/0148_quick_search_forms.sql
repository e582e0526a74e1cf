-- The same text without a query for each part: lists without an index make it of every row.
create or replace function search_forms(words text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain constant text := translate(words, E'\n', ' ');
  word text;
  stems text;
  divided text;
  joined text;
begin
  foreach word in array string_to_array(plain, ' ') loop
    if word ~ '^[а-я]{3,}$' then
      stems := concat_ws(' ', stems, (ts_lexize('russian_stem', word))[1]);
    elsif word ~ '[0-9]' and word ~ '[^0-9]' then
      divided := concat_ws(' ', divided,
        regexp_replace(regexp_replace(word, '([0-9])([^0-9])', '\1 \2', 'g'), '([^0-9 ])([0-9])', '\1 \2', 'g'));
    end if;
  end loop;
  foreach word in array string_to_array(words, E'\n') loop
    if btrim(word) like '% %' then
      joined := concat_ws(' ', joined, replace(word, ' ', ''));
    end if;
  end loop;
  return concat(' ', plain, ' ', stems, ' ', divided, ' ', joined, ' ');
end $$;
