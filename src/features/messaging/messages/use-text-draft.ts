import { useState } from 'react';

/** What is typed into a thread's box, kept in this browser until it is sent. */
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
        // The storage is full or forbidden: the box works without it.
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
