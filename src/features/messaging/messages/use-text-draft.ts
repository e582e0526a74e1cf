import { useState } from 'react';

/** Draft of a thread's message in local storage until sent. */
export function useTextDraft(id: number): [text: string, setText: (text: string) => void] {
  const key = `message-draft:${id}`;
  const [text, setText] = useState(() => read(key));
  return [
    text,
    (typed) => {
      setText(typed);
      try {
        if (typed.trim() === '') localStorage.removeItem(key);
        else localStorage.setItem(key, typed);
      } catch {
        // Storage may be full or forbidden; the input works without it.
      }
    },
  ];
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}
