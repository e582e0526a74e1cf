import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/**
 * Draws its children beside the page, at the end of the document, in an element of their own. Straight into the body
 * they must not go: React would listen there, too, and from then on hear every key of the page twice.
 */
export function Portal({ children }: { children: ReactNode }) {
  const [place] = useState(() => document.createElement('div'));
  useLayoutEffect(() => {
    document.body.append(place);
    return () => place.remove();
  }, [place]);
  return createPortal(children, place);
}
