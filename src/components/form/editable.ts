import { createContext, useContext } from 'react';
import { isViewing } from '@/lib/session/session';

/** False inside the form of a record that the person may read but not change. */
export const Editable = createContext(!isViewing);

export const useIsEditable = () => useContext(Editable);
