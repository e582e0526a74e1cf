import dynamic from 'next/dynamic';
import { termsAndConditions } from '@/contract/settings/terms-and-conditions';
import { resourcePage } from '@/crud/resource-page';

const Details = dynamic(() =>
  import('@/features/settings/terms-and-conditions/term-details').then((module) => module.TermDetails),
);

export default resourcePage(termsAndConditions, { Details });
