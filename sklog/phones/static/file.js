/* A file that is brought in: it is read here, and sent as a field of the form. */
const form = document.getElementById("file").closest("form");
document.getElementById("file").hidden = false;
document.getElementById("chosen").onchange = ({ target: { files: [file] } }) => {
  const reader = new FileReader();
  reader.onload = () => { form.packed.value = reader.result.split(",")[1]; form.called.value = file.name; };
  if (file) reader.readAsDataURL(file);
};
