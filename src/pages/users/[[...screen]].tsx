import dynamic from 'next/dynamic';
import { users } from '@/contract/accounts/users';
import { resourcePage } from '@/crud/resource-page';
import { PeopleList } from '@/features/accounts/users/people-list';

const Form = dynamic(() => import('@/features/accounts/users/user-form').then((module) => module.UserForm));
const Details = dynamic(() =>
  import('@/features/accounts/users/user-details').then((module) => module.UserDetails),
);

export default resourcePage(users, { List: PeopleList, Form, Details });
