import { useEffect, useRef } from 'react';
import { unsavedInput } from './unsaved-input';

/** Says whether this form has input that a reload would lose. */
export function keepInput(owner: object, isUnsaved: boolean): void {
  if (isUnsaved) unsavedInput.add(owner);
  else unsavedInput.delete(owner);
}

/** The same for a component, until it goes. */
export function useKeptInput(isUnsaved: boolean): void {
  const owner = useRef({});
  useEffect(() => {
    const { current } = owner;
    keepInput(current, isUnsaved);
    return () => keepInput(current, false);
  }, [isUnsaved]);
}
