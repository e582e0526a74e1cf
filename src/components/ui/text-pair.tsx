import type { ReactNode } from 'react';

interface TextPairProps {
  /** Language and direction of the original. */
  lang: string;
  dir: 'ltr' | 'rtl';
  label: string;
  original: ReactNode;
  children: ReactNode;
}

/** A text next to its translation. */
export function TextPair({ lang, dir, label, original, children }: TextPairProps) {
  return (
    <div className="grid gap-x-6 gap-y-4 desk:grid-cols-2">
      <div>
        <p className="mb-1.5 font-medium text-ink-second">{label}</p>
        <div lang={lang} dir={dir} className="rounded-control bg-sunken px-3 py-2">
          {original}
        </div>
      </div>
      {children}
    </div>
  );
}
