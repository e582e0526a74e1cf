import { useEffect, useState } from 'react';
import { toSlug } from '@/contract/slug';
import type { Control } from './field';
import { Input } from './input';

interface SlugInputProps {
  control: Control;
  value: string;
  /** The name that the slug follows until somebody edits it; emptying it makes it follow again. */
  source: string;
  /** False for a slug that exists: it never changes by itself. */
  isFollowing: boolean;
  prefix: string;
  onChange: (slug: string) => void;
}

/** The part of an address that is made of a name. */
export function SlugInput({ control, value, source, isFollowing, prefix, onChange }: SlugInputProps) {
  const [isOwn, setIsOwn] = useState(!isFollowing);
  const derived = toSlug(source);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new name moves the slug
  useEffect(() => {
    if (!isOwn && value !== derived) onChange(derived);
  }, [derived, isOwn]);

  return (
    <Input
      {...control}
      dir="ltr"
      autoComplete="off"
      prefix={prefix}
      value={value}
      onChange={(event) => {
        setIsOwn(!isFollowing || event.target.value !== '');
        onChange(event.target.value);
      }}
    />
  );
}
