import { useVersions } from '@docusaurus/plugin-content-docs/client';
import { translate } from '@docusaurus/Translate';
import type { Props } from '@theme/NavbarItem/DocsVersionDropdownNavbarItem';
import DropdownNavbarItem from '@theme/NavbarItem/DropdownNavbarItem';
import DocsVersionDropdown from '@theme-original/NavbarItem/DocsVersionDropdownNavbarItem';

/**
 * The versions of the docs. If there is only one, the original is a link to the home page, which looks active on every
 * page; here it is a list too, of the current version and the links of the configuration.
 */
export default function DocsVersionDropdownNavbarItem(props: Props) {
  const [version, ...others] = useVersions(props.docsPluginId);
  if (!version || others.length > 0) return <DocsVersionDropdown {...props} />;
  const { mobile, position, dropdownItemsBefore, dropdownItemsAfter } = props;
  const current = {
    label: translate({ id: 'versions.current', message: '{version} (current)' }, { version: version.label }),
    to: '/api',
    isActive: () => false,
  };
  return (
    <DropdownNavbarItem
      mobile={mobile}
      position={position}
      label={version.label}
      items={[...dropdownItemsBefore, current, ...dropdownItemsAfter]}
    />
  );
}
