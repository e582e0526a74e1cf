import { createContext, useContext } from 'react';

/** False inside the form of a record that the person may read but not change. */
export const Editable = createContext(true);

export const useIsEditable = () => useContext(Editable);
