import { useEffect, useState } from 'react';
import type { Control } from './field';
import { Input } from './input';

interface SlugInputProps {
  control: Control;
  value: string;
  /** What the name gives: followed until somebody edits the slug, and again when it is emptied. */
  derived: string;
  /** False for a slug that exists: it never changes by itself. */
  isFollowing: boolean;
  prefix: string;
  onChange: (slug: string) => void;
}

/** The part of an address that is made of a name. */
export function SlugInput({ control, value, derived, isFollowing, prefix, onChange }: SlugInputProps) {
  const [isOwn, setIsOwn] = useState(!isFollowing);

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
