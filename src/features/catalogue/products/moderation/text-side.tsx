import { useMemo } from 'react';
import { directionOf } from '@/contract/core/languages';
import { wordDiff } from './word-diff';

interface TextSideProps {
  side: 'before' | 'after';
  before: string;
  after: string;
  /** Of the text; null for the default one. */
  language: string | null;
}

/** One of two texts, with the words that the other one lacks marked. */
export function TextSide({ side, before, after, language }: TextSideProps) {
  const parts = useMemo(() => wordDiff(before, after), [before, after]);
  const left = side === 'before' ? 'added' : 'removed';
  return (
    <p
      className="break-words whitespace-pre-line"
      {...(language && { lang: language, dir: directionOf(language) })}
    >
      {parts
        .filter(({ kind }) => kind !== left)
        .map(({ kind, text }, index) => {
          // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no other name
          if (kind === 'same') return <span key={index}>{text}</span>;
          const Mark = kind === 'added' ? 'ins' : 'del';
          const tone = kind === 'added' ? 'bg-good-soft text-good' : 'bg-bad-soft text-bad';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Mark key={index} className={`rounded-sm box-decoration-clone ${tone}`}>
              {text}
            </Mark>
          );
        })}
    </p>
  );
}
