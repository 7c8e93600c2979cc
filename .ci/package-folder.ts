/** Where the package, its bill of materials and its licences go; not committed. */
export const PACKAGE_FOLDER = 'dist-package';
