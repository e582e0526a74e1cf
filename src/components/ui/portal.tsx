import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Renders its children at the end of the document, in an element of their own. Not directly in the body: React would
 * attach listeners there, too, and handle every key event of the page twice.
 */
export function Portal({ children }: { children: ReactNode }) {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.append(place);
    return () => place.remove();
  }, [place]);
  return createPortal(children, place);
}
