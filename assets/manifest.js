// The manifest of a package as SCORM 1.2 wants it (The SCORM Content Aggregation Model, version 1.2, ADL 2001): one organization with one item, which
// is a page that talks to the learning platform (a SCO).

// manifest is imsmanifest.xml. identifier names the package among others; page is the file that the platform opens, files are all files of the package
// but the manifest; mastery is the least score to pass, from 0 to 100, null if the teacher has given none.
export function manifest({ identifier, title, page, files, mastery }) {
  const least = mastery === null ? "" : `
        <adlcp:masteryscore>${mastery}</adlcp:masteryscore>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="${escape(identifier)}" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escape(title)}</title>
      <item identifier="lesson" identifierref="page" isvisible="true">
        <title>${escape(title)}</title>${least}
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="${escape(page)}">
${files.map((name) => `      <file href="${escape(name)}"/>\n`).join("")}    </resource>
  </resources>
</manifest>
`;
}

// escape is a text within XML or HTML, without the characters that XML does not allow.
export function escape(text) {
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replace(/[&<>"]/g, (character) => entities[character]);
}
