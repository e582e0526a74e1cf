/** Shared patterns of specification §5, for forms only. Messages are keys of the `form` namespace. */

/** `+7 (999) 999-99-99`: plus, optional 7, separator, three digits in parentheses, then 3-2-2 with hyphens. */
export const phonePattern = /^\+7?[ -]?\(\d{3}\)[ -]?\d{3}-\d{2}-\d{2}$/;

/**
 * Latin and Cyrillic letters, digits, white space and `. , : ! ? - # @ & $ % * _ = / ( )`. Adds «» — № + ' " ; and ё to
 * the specification's set, because everyday Russian texts have them, and Arabic letters, figures and punctuation,
 * because texts are translated into Arabic.
 */
export const freeTextPattern =
  /^[\u0670-\u06d3\u0620-\u066c\u06f0-\u06f9A-Za-zА-Яа-яЁё،؛؟0-9\s.,:!?\-#@&$%*_=/()«»„“”—–№+'"’;₽]*$/;

/** Rejects punctuation at the start, except an opening bracket or quote. */
export const startsWithPunctuation = /^\s*[.,:!?\-#@&$%*_=/)]/;

/** Rejects three or more punctuation characters in a row. */
export const repeatedPunctuation = /[.,:!?\-#@&$%*_=/()]{3,}/;

/** Optional scheme and www, a domain (Cyrillic ones too), optional port, path and query. */
export const websitePattern =
  /^(https?:\/\/)?(www\.)?[a-zа-яё0-9](?:[a-zа-яё0-9-]*[a-zа-яё0-9])?(\.[a-zа-яё0-9](?:[a-zа-яё0-9-]*[a-zа-яё0-9])?)*\.[a-zа-яё]{2,}(:\d{1,5})?(\/[^\s?]*)?(\?\S*)?$/i;

/** At least eight characters with a digit, a lower-case and an upper-case letter (Latin or Cyrillic). */
export const passwordPattern = /^(?=.*\d)(?=.*[a-zа-яё])(?=.*[A-ZА-ЯЁ]).{8,}$/;
