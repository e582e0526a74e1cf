/** Texts that name a family: those that only the log meets are in its own dictionary. */
export const familyKeys = (family: string) => [
  `common:families.${family}`,
  `insights:activity.families.${family}`,
];
