import dynamic from 'next/dynamic';
import { groups } from '@/contract/catalogue/groups';
import { resourcePage } from '@/crud/resource-page';

const Form = dynamic(() =>
  import('@/features/catalogue/groups/group-form').then((module) => module.GroupForm),
);
const Texts = dynamic(() =>
  import('@/features/catalogue/groups/group-texts').then((module) => module.GroupTexts),
);

export default resourcePage(groups, { Form, Texts });
