import { expect, it } from 'vitest';
import { textsIn } from '../../i18n/texts.js';
import { type CreatedType, readDetails } from './details.js';
import { sysvarsTexts } from './texts.js';

const say = textsIn(sysvarsTexts, 'en');

function read(type: CreatedType, fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return readDetails(form, type, say);
}

it('takes numbers with a point and a comma, and leaves out bounds that are empty', () => {
  expect(read('FLOAT', { name: 'x', min: ' 1,5 ', max: '' })).toEqual({ errors: {}, details: { min: 1.5 } });
});

it('names the fields that are wrong', () => {
  expect(read('ENUM', { name: ' ', min: 'low', value_list: '\n \n' }).errors).toEqual({
    name: say('nameMissing'),
    min: 'Lowest value: a number',
    value_list: say('listMissing'),
  });
});

it('takes the values of a list line by line', () => {
  expect(read('ENUM', { name: 'x', value_list: ' Winter \n\nSommer' }).details.value_list).toEqual([
    'Winter',
    'Sommer',
  ]);
});
