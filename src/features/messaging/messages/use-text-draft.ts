import { useState } from 'react';
import { keepText, readKept } from '@/lib/kept';

/** Draft of a thread's message in local storage until sent. */
export function useTextDraft(id: number): [text: string, setText: (text: string) => void] {
  const key = `message-draft:${id}`;
  const [text, setText] = useState(() => readKept(key) ?? '');
  return [
    text,
    (typed) => {
      setText(typed);
      keepText(key, typed.trim() === '' ? null : typed);
    },
  ];
}
