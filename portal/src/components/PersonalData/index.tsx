import list from '@generated/folkmoot-personal-data/default/personalFields.json';
import Table from '../Table';

/** Every field that the OpenAPI document marks as personal data. */
export default function PersonalData() {
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">Record</th>
          <th scope="col">Field</th>
          <th scope="col">Content</th>
        </tr>
      </thead>
      <tbody>
        {list.flatMap(({ record, fields }) =>
          fields.map(({ name, description }, index) => (
            <tr key={`${record} ${name}`}>
              {index === 0 && (
                <th scope="rowgroup" rowSpan={fields.length}>
                  {record}
                </th>
              )}
              <td>
                <code translate="no">{name}</code>
              </td>
              <td>{description}</td>
            </tr>
          )),
        )}
      </tbody>
    </Table>
  );
}
